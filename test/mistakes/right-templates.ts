import type { OutputName } from '../../src/output/output.ts';
import { receiverCases } from '../template/receiver-cases.ts';

export interface RightTemplate {
  readonly output: OutputName;
  readonly source: string;
}

/** Templates without a diagnostic, as people write them: receivers' own payloads, and short ones of every output. */
export const rightTemplates: readonly RightTemplate[] = [
  ...receiverCases
    .filter(({ source }) => !source.includes('$for('))
    .map(({ output, source }) => ({ output, source })),
  ...[
    '{"text":"$profile$ $event$ at $date; format="yyyy-MM-dd\'T\'HH:mm:ss"$"}',
    '{"errors":$if(isError)$$errorCount$$else$0$endif$,"records":$recordsProcessed$}',
    '{\n  "event": "$event$",\n  "failed": $isError$,\n  "who": "$profile; format="upper", null="n/a"$"\n}',
    '{"a":[1,2,$errorCount$],"b":{"$event$":null}}',
    '{"ok":true$if(isError)$,"errors":$errorCount$$endif$}',
    '{$! who is told !$"to":"ops","text":"$if(isError)$$profile$ failed$elseif(!isError)$fine$endif$"}',
  ].map(source => ({ output: 'json' as const, source })),
  ...[
    'https://example.com/hook?profile=$profile$&event=$event$&date=$date; format="yyyy-MM-dd"$',
    'https://example.com/$event$/run?errors=$errorCount$$if(isError)$&failed=1$endif$',
  ].map(source => ({ output: 'url' as const, source })),
  ...[
    '<event name="$event$"><profile>$profile$</profile>$if(isError)$<errors>$errorCount$</errors>$endif$</event>',
    '<a><!-- note --><b c="$profile$" d="1">$date; format="HH:mm", timezone="Europe/Zurich"$</b></a>',
  ].map(source => ({ output: 'xml' as const, source })),
  ...[
    'profile=$profile$&event=$event$',
    'text=$profile$+$event$$if(isError)$&errors=$errorCount$$endif$',
  ].map(source => ({ output: 'form' as const, source })),
  ...[
    '$profile$ is $if(isError)$broken ($errorCount$ errors)$else$fine$endif$.',
    'It costs \\$5, $profile; format="cap"$. $date; format="EEE, d MMM yyyy HH:mm Z"$',
  ].map(source => ({ output: 'text' as const, source })),
  ...['$profile$; event=$event$', 'run-$recordsProcessed; null="0"$'].map(source => ({
    output: 'header' as const,
    source,
  })),
];
