import type { CommandShape, OptionShape } from './command-shape.ts';

export function fishScript(commands: readonly CommandShape[]): string {
  const lines = commands.flatMap(command => [
    `complete -c hookplate -f -n __fish_use_subcommand -a ${command.name} -d ${quote(command.summary)}`,
    ...command.options.map(option => optionLine(command.name, option)),
    ...choiceLines(command),
  ]);
  return `${lines.join('\n')}\n`;
}

function optionLine(command: string, { name, description, takesValue, choices }: OptionShape): string {
  const values = choices.length > 0 ? ` -x -a ${quote(choices.join(' '))}` : ' -r';
  const long = name.replace(/^--/, '');
  return `complete -c hookplate -n ${seen(command)} -l ${long}${takesValue ? values : ''} -d ${quote(description)}`;
}

function choiceLines({ name, choices }: CommandShape): readonly string[] {
  return choices.length === 0
    ? []
    : [`complete -c hookplate -f -n ${seen(name)} -a ${quote(choices.join(' '))}`];
}

function seen(command: string): string {
  return quote(`__fish_seen_subcommand_from ${command}`);
}

function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
