/** Marks routes that need no API key. All others need one (the api's guard reads this mark). */
import { type CustomDecorator, SetMetadata } from '@nestjs/common';

export const publicRoute = 'flowledger:public-route';

export const Public = (): CustomDecorator => SetMetadata(publicRoute, true);
