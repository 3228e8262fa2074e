import { usualSchema } from './sql-executor.ts';

/**
 * The statements by which the owner of the tables lets a role use them: it may read and write rows, and call the functions
 * that make and drop the partitions of history, but change no other table. They are run again after each migration.
 *
 * @param role Any name of a role.
 * @param schema The schema of the tables. Default `hookplate`.
 */
export function grantsFor(role: string, schema: string = usualSchema): string {
  const [quotedRole, quotedSchema] = [role, schema].map(name => `"${name.replaceAll('"', '""')}"`);
  return [
    `grant usage on schema ${quotedSchema} to ${quotedRole};`,
    `grant select, insert, update, delete on all tables in schema ${quotedSchema} to ${quotedRole};`,
    `grant execute on function ${quotedSchema}.make_partitions(date), ${quotedSchema}.drop_partitions(integer) to ${quotedRole};`,
    '',
  ].join('\n');
}
