import { Module } from '@nestjs/common';
import { BuiltPages } from './built-pages.js';
import { PageAssetsController } from './page-assets.controller.js';

@Module({
  controllers: [PageAssetsController],
  providers: [BuiltPages],
  exports: [BuiltPages],
})
export class DocsPagesModule {}
