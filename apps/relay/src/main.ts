import { loadConfig } from '@libs/config';
import { runProcess, stopOnSignals } from '@libs/platform';
import { RelayModule } from './relay.module.js';

stopOnSignals(
  await runProcess({ name: 'relay', config: loadConfig(process.env), modules: [RelayModule] }),
);
