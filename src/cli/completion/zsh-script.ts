import type { CommandShape, OptionShape } from './command-shape.ts';

export function zshScript(commands: readonly CommandShape[]): string {
  return `#compdef hookplate
_hookplate() {
  if (( CURRENT == 2 )); then
    local -a commands=(
${commands.map(({ name, summary }) => `      ${quote(`${name}:${summary}`)}`).join('\n')}
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
  const specs = [...options.map(specOf), quote(`*:argument:${values}`)];
  return `  ${name}) _arguments ${specs.join(' ')} ;;`;
}

function specOf({ name, description, takesValue, choices }: OptionShape): string {
  const said = description.replace(/[[\]:]/g, character => `\\${character}`);
  const values = choices.length > 0 ? `(${choices.join(' ')})` : '_files';
  return quote(`*${name}[${said}]${takesValue ? `:value:${values}` : ''}`);
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
