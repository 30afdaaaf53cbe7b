/** Routes that answer without an API key. Everything else needs one (the api's guard reads this mark). */
import { type CustomDecorator, SetMetadata } from '@nestjs/common';

export const publicRoute = 'flowledger:public-route';

export const Public = (): CustomDecorator => SetMetadata(publicRoute, true);
