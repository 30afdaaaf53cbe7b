import { loadConfig } from '@libs/config';
import { runProcess, stopOnSignals } from '@libs/platform';
import { RunnerModule } from './runner.module.js';

stopOnSignals(
  await runProcess({ name: 'runner', config: loadConfig(process.env), modules: [RunnerModule] }),
);
