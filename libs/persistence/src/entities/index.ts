/** TypeORM entities, only for what people edit (house style 13); read models have none. */
export const entities: (new () => object)[] = [];
