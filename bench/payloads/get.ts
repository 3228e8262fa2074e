import type { Payload } from './payload.ts';
import { date, errorCount, event, isoSeconds, profile, recordsProcessed } from './piece.ts';

/** The vendor's GET example, with the quotes and the hours that its diagnostics ask for. */
export const get: Payload = {
  name: 'GET',
  output: 'url',
  pieces: [
    'https://backupreport.example.com/api.php?computername=CTCSRV20&datetime=',
    date,
    '&event=',
    event,
    '&profile=',
    profile,
    '&errorCount=',
    { kind: 'if-error', broken: [errorCount], otherwise: ['0'] },
    '&recordProcessed=',
    recordsProcessed,
  ],
  literal: ({ date, event, profile, isError, errorCount, recordsProcessed }) =>
    `https://backupreport.example.com/api.php?computername=CTCSRV20&datetime=${isoSeconds(date)}&event=${event}&profile=${profile}&errorCount=${
      isError ? errorCount : '0'
    }&recordProcessed=${recordsProcessed}`,
  escapedLiteral: ({ date, event, profile, isError, errorCount, recordsProcessed }) =>
    `https://backupreport.example.com/api.php?computername=CTCSRV20&datetime=${encodeURIComponent(isoSeconds(date))}&event=${encodeURIComponent(event)}&profile=${encodeURIComponent(profile)}&errorCount=${
      isError ? errorCount : '0'
    }&recordProcessed=${recordsProcessed}`,
};
