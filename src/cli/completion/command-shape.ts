import type { Command } from 'commander';

/** What a shell completes of a command. */
export interface CommandShape {
  readonly name: string;
  readonly summary: string;
  readonly options: readonly OptionShape[];
  /** What its arguments can be; nothing where they may be files. */
  readonly choices: readonly string[];
}

export interface OptionShape {
  /** With its dashes. */
  readonly name: string;
  readonly description: string;
  readonly takesValue: boolean;
  /** What its value can be; nothing where it may be a file. */
  readonly choices: readonly string[];
}

/** The commands of a program. */
export function shapesOf(program: Command): readonly CommandShape[] {
  return program.commands.map(command => ({
    name: command.name(),
    summary: command.summary(),
    options: command.options.map(({ long, flags, description, required, optional, argChoices }) => ({
      name: long ?? flags,
      description,
      takesValue: required || optional,
      choices: argChoices ?? [],
    })),
    choices: command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []),
  }));
}
