import type { Command } from 'commander';
import { bashScript } from './bash-script.ts';
import { shapesOf } from './command-shape.ts';
import { fishScript } from './fish-script.ts';
import { zshScript } from './zsh-script.ts';

const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript } as const;

/** A script for a shell that completes the commands of a program. */
export function completionScript(shell: keyof typeof scripts, program: Command): string {
  return scripts[shell](shapesOf(program));
}
