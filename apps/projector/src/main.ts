import { loadConfig } from '@libs/config';
import { runProcess, stopOnSignals } from '@libs/platform';
import { ProjectorModule } from './projector.module.js';

stopOnSignals(
  await runProcess({
    name: 'projector',
    config: loadConfig(process.env),
    modules: [ProjectorModule],
  }),
);
