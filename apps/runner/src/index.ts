export { RunnerModule } from './runner.module.js';
