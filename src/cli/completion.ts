import type { Command } from 'commander';

/** A command from the point of view of a shell completion. */
export interface CommandShape {
  readonly name: string;
  readonly summary: string;
  readonly options: readonly OptionShape[];
  /** The values of its argument; empty if that may be a file. */
  readonly choices: readonly string[];
}

export interface OptionShape {
  /** Includes the dashes. */
  readonly name: string;
  readonly description: string;
  readonly takesValue: boolean;
  /** The values of the option; empty if that may be a file. */
  readonly choices: readonly string[];
}

/** @param named Values by what they are called, where a command only loads them when it runs: `<receiver>`. */
export function shapesOf(
  program: Command,
  named: Readonly<Record<string, readonly string[]>>,
): readonly CommandShape[] {
  return program.commands.map(command => ({
    name: command.name(),
    summary: command.summary(),
    options: command.options.map(({ long, flags, description, required, optional, argChoices }) => ({
      name: long ?? flags,
      description,
      takesValue: required || optional,
      choices: argChoices ?? named[/<(.*)>/.exec(flags)?.[1] ?? ''] ?? [],
    })),
    choices: command.registeredArguments.flatMap(each => each.argChoices ?? named[each.name()] ?? []),
  }));
}

/** If the script offers nothing, bash completes file names by itself. */
export function bashScript(commands: readonly CommandShape[]): string {
  return `_hookplate() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}" words=""
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
    .map(option => `    "${name} ${option.name}") words="${option.choices.join(' ')}" ;;`);
}

function wordCases({ name, options, choices }: CommandShape): readonly string[] {
  const flags = [...options.map(option => option.name), '--help'].join(' ');
  const words = choices.length > 0 ? [`      "${name} "*) words="${choices.join(' ')}" ;;`] : [];
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

function caseOf({ name, options, choices }: CommandShape): string {
  const values = choices.length > 0 ? `(${choices.join(' ')})` : '_files';
  const specs = [...options.map(specOf), zshQuote(`*:argument:${values}`)];
  return `  ${name}) _arguments ${specs.join(' ')} ;;`;
}

function specOf({ name, description, takesValue, choices }: OptionShape): string {
  const said = description.replace(/[[\]:]/g, character => `\\${character}`);
  const values = choices.length > 0 ? `(${choices.join(' ')})` : '_files';
  return zshQuote(`*${name}[${said}]${takesValue ? `:value:${values}` : ''}`);
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

function optionLine(command: string, { name, description, takesValue, choices }: OptionShape): string {
  const values = choices.length > 0 ? ` -x -a ${fishQuote(choices.join(' '))}` : ' -r';
  const long = name.replace(/^--/, '');
  return `complete -c hookplate -n ${seen(command)} -l ${long}${takesValue ? values : ''} -d ${fishQuote(description)}`;
}

function choiceLines({ name, choices }: CommandShape): readonly string[] {
  return choices.length === 0
    ? []
    : [`complete -c hookplate -f -n ${seen(name)} -a ${fishQuote(choices.join(' '))}`];
}

function seen(command: string): string {
  return fishQuote(`__fish_seen_subcommand_from ${command}`);
}

function fishQuote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
