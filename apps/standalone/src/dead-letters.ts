/**
 * `npm run dead-letters -- list [code]|redrive <deliveryId>|redrive-all [code]`: lists
 * `webhook.delivery.dead`, and sends its deliveries again once the cause is fixed. Deliveries that
 * have succeeded since are left alone.
 */
import { type DeadLetter, readDeadLetters, redrive } from '@apps/delivery';
import { ConfigError, kafkaConnectionOf, loadConfig } from '@libs/config';
import { createKafkaEventLog } from '@libs/event-log';
import { openDatabase } from '@libs/persistence';
import { localEnvironment } from './local-environment.js';

const usage = 'usage: npm run dead-letters -- list [code]|redrive <delivery id>|redrive-all [code]';
const say = (line: string): void => void process.stdout.write(`${line}\n`);

const asLine = ({ recordedAt, deliveryId, code, message, source }: DeadLetter): string =>
  [recordedAt.toISOString(), deliveryId, code, message, source].join('  ');

/** @returns exit code: 1 when a delivery was not redriven */
async function main(command: string, argument: string | undefined): Promise<number> {
  const config = loadConfig(await localEnvironment());
  const eventLog = createKafkaEventLog({
    ...kafkaConnectionOf(config),
    clientId: 'flowledger-dead-letters',
  });
  try {
    const letters = (await readDeadLetters(eventLog)).filter(({ code, deliveryId }) =>
      command === 'redrive' ? deliveryId === argument : argument === undefined || code === argument,
    );
    if (command === 'list') {
      for (const letter of letters) say(asLine(letter));
      say(`${letters.length} dead`);
      return 0;
    }
    const database = await openDatabase({
      url: config.DATABASE_URL,
      poolSize: 1,
      applicationName: 'flowledger-dead-letters',
    });
    const appender = eventLog.appender();
    let left = 0;
    try {
      for (const { deliveryId } of letters) {
        const redriven = await redrive(deliveryId, database.pool, appender);
        if (redriven.kind === 'left') left += 1;
        say(`${deliveryId}  ${redriven.kind === 'ordered' ? 'ordered' : `left: ${redriven.why}`}`);
      }
    } finally {
      await appender.close();
      await database.close();
    }
    say(`${letters.length - left} ordered, ${left} left`);
    return left === 0 ? 0 : 1;
  } finally {
    await eventLog.close();
  }
}

const [command = '', argument] = process.argv.slice(2);
const known = command === 'list' || command === 'redrive-all';
if (!known && !(command === 'redrive' && argument !== undefined)) {
  process.stderr.write(`${usage}\n`);
  process.exitCode = 2;
} else {
  process.exitCode = await main(command, argument).catch((error: unknown) => {
    process.stderr.write(`${error instanceof ConfigError ? error.message : String(error)}\n`);
    return 1;
  });
}
