export { RunnerModule } from './runner.module.js';
export { decodePlace } from './low-watermark.js';
