import { Command } from 'commander';
import type { CommandContext } from '../terminal.ts';
import { catalogueOption } from './shared-options.ts';

const description = `Prints the JSON Schema of a configuration, or of a list of some, for editors and other programs.
Without --catalogue it is the file hookplate/schema.json of the package.`;

/** `hookplate schema`. */
export function schemaCommand({ terminal }: CommandContext): Command {
  return new Command('schema')
    .summary('print the JSON Schema of a configuration')
    .description(description)
    .addOption(catalogueOption())
    .action(async ({ catalogue }: { readonly catalogue?: string }) => {
      const { loadCatalogue } = await import('../events/load-catalogue.ts');
      const { fileSchema } = await import('../schema/file-schema.ts');
      const schema = fileSchema(await loadCatalogue(catalogue, terminal.directory));
      terminal.stdout.write(`${JSON.stringify(schema, null, 2)}\n`);
    });
}
