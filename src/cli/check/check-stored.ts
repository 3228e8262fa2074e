import { resolve } from 'node:path';
import { openDatabase } from '../../database/open-database.ts';
import { count } from '../../diagnostics/catalogue/list.ts';
import { checkStored } from '../../server/check-stored.ts';
import type { FoundMisfits, Misfit } from '../../server/webhooks/misfits.ts';
import { CommandError, type ExitStatus, exitStatus } from '../command-error.ts';
import { loadCatalogue } from '../events/load-catalogue.ts';
import { createProgress } from '../progress.ts';
import { type ConfigFlags, explainMistake, loadServerOrPlace } from '../serve/config-file.ts';
import { findKeys } from '../serve/stored-keys.ts';
import { endSoon, interruptible, type Terminal } from '../terminal.ts';

export interface CheckStoredFlags extends ConfigFlags {
  readonly catalogue?: string;
  readonly format: string;
}

/**
 * Proves the webhooks that a server has stored against its catalogues, or against another one in place of the default: the
 * gate of a deployment that changes events.
 *
 * @throws {CommandError} if the configuration, the catalogue or the database cannot be used, and after Ctrl-C.
 */
export async function checkStoredWebhooks(flags: CheckStoredFlags, terminal: Terminal): Promise<ExitStatus> {
  if (flags.format !== 'pretty' && flags.format !== 'json')
    throw new CommandError('usage', '--format: stored webhooks are listed as pretty or json.');
  const { file, config } = await loadServerOrPlace(flags, terminal);
  try {
    const { encryptionKeys } = await findKeys(config);
    const events =
      flags.catalogue === undefined
        ? config.events
        : await loadCatalogue(resolve(terminal.directory, flags.catalogue), terminal.directory);
    const { catalogues, receivers, allow, templates } = config;
    const database = await openDatabase(config.database);
    const progress = createProgress(terminal);
    const given = { events, catalogues, receivers, allow, templates };
    const present = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
    const found = await interruptible(terminal, signal =>
      checkStored({
        server: { ...present, database, encryptionKeys },
        onProgress: (checked, total) =>
          progress.show(`Checked ${checked} of ${total} webhooks`, checked / total),
        signal,
      }),
    ).finally(() => database.close());
    progress.clear();
    terminal.stdout.write(flags.format === 'json' ? asJson(found) : asText(found));
    return judge(found);
  } catch (error) {
    throw explainMistake(error, { file });
  } finally {
    endSoon(terminal);
  }
}

/** @throws {CommandError} if some could not be looked at, and all others fit. */
function judge({ misfits, unopened }: FoundMisfits): ExitStatus {
  if (misfits.some(({ isOff }) => !isOff)) return exitStatus.findings;
  if (unopened === 0) return exitStatus.fine;
  const many = count(unopened, 'webhook');
  throw new CommandError('usage', `No key opens ${many}: configure the \`encryptionKeys\` of the server.`);
}

function asJson({ misfits, checked, unopened }: FoundMisfits): string {
  return `${JSON.stringify({ checked, unopened, misfits }, undefined, 2)}\n`;
}

function asText({ misfits, checked, unopened }: FoundMisfits): string {
  const profiles = [...new Set(misfits.map(({ profile }) => profile))].toSorted();
  const listed = profiles.map(profile => {
    const ofOne = misfits.filter(misfit => misfit.profile === profile);
    return `${profile || '(no profile)'}\n${ofOne.map(linesOf).join('')}\n`;
  });
  const off = misfits.filter(({ isOff }) => isOff).length;
  const broken = misfits.length - off;
  const verdict =
    broken === 0
      ? `${count(checked, 'webhook')} checked: none breaks.`
      : `${broken} of ${count(checked, 'webhook')} break.`;
  const others = [
    off > 0 ? ` ${count(off, 'webhook')} that ${off === 1 ? 'is' : 'are'} switched off would break.` : '',
    unopened > 0 ? ` No key opens ${unopened} more.` : '',
  ];
  return `${listed.join('')}${verdict}${others.join('')}\n`;
}

function linesOf({ id, name, isOff, errors }: Misfit): string {
  const severity = isOff ? 'warning' : 'error';
  const lines = errors.map(({ field, code, message }) => `    ${severity}[${code}] ${field}: ${message}\n`);
  const called = name === undefined ? id : `${name} (${id})`;
  return `  ${called}${isOff ? ', which is switched off' : ''}\n${lines.join('')}`;
}
