import { loadConfig } from '@libs/config';
import { runProcess, stopOnSignals } from '@libs/platform';
import { DeliveryModule } from './delivery.module.js';

stopOnSignals(
  await runProcess({
    name: 'delivery',
    config: loadConfig(process.env),
    modules: [DeliveryModule],
  }),
);
