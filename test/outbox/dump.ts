import type { SqlExecutor } from '../../src/outbox/database/database.ts';

/** Everything that the database holds, as text; bytes in base64 and as what they may spell. */
export async function dump(executor: SqlExecutor): Promise<string> {
  const { rows: tables } = await executor.executeSql(
    "select table_schema || '.' || table_name as name from information_schema.tables where table_schema like 'hookplate%'",
  );
  const texts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await executor.executeSql(`select * from ${String(name)}`);
    const plain = (value: unknown): unknown =>
      value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value;
    for (const row of rows) texts.push(JSON.stringify(Object.values(row).map(plain)));
  }
  return texts.join('\n');
}
