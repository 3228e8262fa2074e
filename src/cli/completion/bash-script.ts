import type { CommandShape } from './command-shape.ts';

/** Where it offers nothing, bash completes files by itself. */
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
