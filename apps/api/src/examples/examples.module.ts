import { Module } from '@nestjs/common';
import { ExampleFiles } from './example-files.js';
import { ExamplesController } from './examples.controller.js';

@Module({ controllers: [ExamplesController], providers: [ExampleFiles] })
export class ExamplesModule {}
