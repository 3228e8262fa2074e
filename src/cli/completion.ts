import type { Command } from 'commander';

/** A command from the point of view of a shell completion. */
export interface CommandShape {
  readonly name: string;
  readonly summary: string;
  readonly options: readonly OptionShape[];
  readonly values: Values;
}

/** The values of an option or an argument: some words, what a command prints in lines, or none, where it may be a file. */
type Values = readonly string[] | { readonly asked: string };

export interface OptionShape {
  /** Includes the dashes. */
  readonly name: string;
  readonly description: string;
  readonly takesValue: boolean;
  readonly values: Values;
}

/** @param named Values by what they are called, where a command only loads them when it runs: `<receiver>`. */
export function shapesOf(program: Command, named: Readonly<Record<string, Values>>): readonly CommandShape[] {
  return program.commands.map(command => ({
    name: command.name(),
    summary: command.summary(),
    options: command.options
      .filter(({ hidden }) => !hidden)
      .map(({ long, flags, description, required, optional, argChoices }) => ({
        name: long ?? flags,
        description,
        takesValue: required || optional,
        values: argChoices ?? named[/<(.*)>/.exec(flags)?.[1] ?? ''] ?? [],
      })),
    values:
      command.registeredArguments.map(each => each.argChoices ?? named[each.name()]).find(Boolean) ?? [],
  }));
}

function mayBeFile(values: Values): boolean {
  return 'length' in values && values.length === 0;
}

/** If the script offers nothing, bash completes file names by itself. */
export function bashScript(commands: readonly CommandShape[]): string {
  return `_hookplate() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}" words=""
  # Of --option=value, bash makes three words.
  if [ "$cur" = "=" ]; then cur=""; elif [ "$prev" = "=" ]; then prev="\${COMP_WORDS[COMP_CWORD-2]}"; fi
  if [ "$COMP_CWORD" -eq 1 ]; then
    words="${commands.map(({ name }) => name).join(' ')} --help --version"
  else
    case "\${COMP_WORDS[1]} $prev" in
${commands.flatMap(valueCases).join('\n')}
    *)
      case "\${COMP_WORDS[1]} $cur" in
${commands.flatMap(wordCases).join('\n')}
      esac
      ;;
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o default -F _hookplate hookplate
`;
}

function valueCases({ name, options }: CommandShape): readonly string[] {
  return options
    .filter(({ takesValue }) => takesValue)
    .map(option => `    "${name} ${option.name}") words="${bashWords(option.values)}" ;;`);
}

function bashWords(values: Values): string {
  return 'asked' in values ? `$(${values.asked})` : values.join(' ');
}

function wordCases({ name, options, values }: CommandShape): readonly string[] {
  const flags = [...options.map(option => option.name), '--help'].join(' ');
  const words = mayBeFile(values) ? [] : [`      "${name} "*) words="${bashWords(values)}" ;;`];
  return [`      "${name} -"*) words="${flags}" ;;`, ...words];
}

export function zshScript(commands: readonly CommandShape[]): string {
  return `#compdef hookplate
_hookplate() {
  if (( CURRENT == 2 )); then
    local -a commands=(
${commands.map(({ name, summary }) => `      ${zshQuote(`${name}:${summary}`)}`).join('\n')}
    )
    _describe command commands
    return
  fi
  shift words
  (( CURRENT-- ))
  case $words[1] in
${commands.map(caseOf).join('\n')}
  esac
}
compdef _hookplate hookplate
`;
}

function zshValues(values: Values): string {
  if ('asked' in values) return `{compadd -- $(${values.asked})}`;
  return values.length > 0 ? `(${values.join(' ')})` : '_files';
}

function caseOf({ name, options, values }: CommandShape): string {
  const specs = [...options.map(specOf), zshQuote(`*:argument:${zshValues(values)}`)];
  return `  ${name}) _arguments ${specs.join(' ')} ;;`;
}

function specOf({ name, description, takesValue, values }: OptionShape): string {
  const said = description.replace(/[[\]:]/g, character => `\\${character}`);
  return zshQuote(`*${name}[${said}]${takesValue ? `:value:${zshValues(values)}` : ''}`);
}

function zshQuote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

export function fishScript(commands: readonly CommandShape[]): string {
  const lines = commands.flatMap(command => [
    `complete -c hookplate -f -n __fish_use_subcommand -a ${command.name} -d ${fishQuote(command.summary)}`,
    ...command.options.map(option => optionLine(command.name, option)),
    ...choiceLines(command),
  ]);
  return `${lines.join('\n')}\n`;
}

function fishWords(values: Values): string {
  return fishQuote('asked' in values ? `(${values.asked})` : values.join(' '));
}

function optionLine(command: string, { name, description, takesValue, values }: OptionShape): string {
  const given = mayBeFile(values) ? ' -r' : ` -x -a ${fishWords(values)}`;
  const long = name.replace(/^--/, '');
  return `complete -c hookplate -n ${seen(command)} -l ${long}${takesValue ? given : ''} -d ${fishQuote(description)}`;
}

function choiceLines({ name, values }: CommandShape): readonly string[] {
  return mayBeFile(values) ? [] : [`complete -c hookplate -f -n ${seen(name)} -a ${fishWords(values)}`];
}

function seen(command: string): string {
  return fishQuote(`__fish_seen_subcommand_from ${command}`);
}

function fishQuote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
