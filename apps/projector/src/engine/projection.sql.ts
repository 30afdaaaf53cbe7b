/** The statement that writes a group of batches. Indexes: see the tables' own statements. */
import { moveCheckpoints } from './checkpoint.sql.js';
import type { Row, TableWrite } from './table-write.js';

const firstRowParameter = 7;

/** $1 projection, $2 topic, $3 to $6 arrays of checkpoint moves, then arrays of table columns. */
export function projectionSql(tables: readonly TableWrite<Row>[]): string {
  let parameter = firstRowParameter;
  const parts = tables.map(({ source, columns, subqueries }) => {
    const arrays = Object.values(columns).map((type) => `$${parameter++}::${type}[]`);
    const rows = `select * from unnest(${arrays.join(', ')}) as r(${Object.keys(columns).join(', ')})`;
    return `${source} as (${rows} where partition in (select partition from moved)),\n${subqueries.trim()}`;
  });
  return `with ${[moveCheckpoints.trim(), ...parts].join(',\n')}\nselect partition from moved`;
}
