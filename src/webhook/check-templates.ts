import { hasErrors } from '../diagnostics/diagnostic.ts';
import { outputForContentType } from '../output/outputs.ts';
import { type CheckedTemplate, check } from '../template/check.ts';
import { budgetFor, commonBudget } from '../template/check-budget.ts';
import { validateContentType } from './config/content-type.ts';
import { type Draft, zoneOf } from './config/draft.ts';
import { defaultContentType } from './config/webhook-config.ts';
import { inField, type WebhookDiagnostic } from './diagnostic.ts';
import { findNestedSyntax } from './escaping/nested-syntax.ts';
import { findUncheckedPayload } from './escaping/payload-format.ts';
import { withSoundFormats } from './escaping/sound-formats.ts';
import type { EventGroup } from './events/event-groups.ts';
import { type FoundFor, findLacking } from './events/lacking-variables.ts';
import { mergeDiagnostics } from './merge-diagnostics.ts';
import {
  listTemplates,
  mapTemplates,
  type TemplateSource,
  type WebhookTemplates,
} from './webhook-templates.ts';

/** Events with the templates as they were checked for them. */
export interface CheckedGroup {
  readonly group: EventGroup;
  readonly templates: WebhookTemplates<CheckedTemplate>;
}

export interface CheckedTemplates {
  readonly groups: readonly CheckedGroup[];
  readonly diagnostics: readonly WebhookDiagnostic[];
}

/** Checks each template once for each group of events, on one budget. */
export function checkTemplates(
  draft: Draft,
  sources: WebhookTemplates<TemplateSource>,
  groups: readonly EventGroup[],
): CheckedTemplates {
  const common = commonBudget();
  const budgeted = mapTemplates(sources, template => ({
    ...template,
    budget: budgetFor(template.source.length, common),
  }));
  const timeZone = zoneOf(draft);
  const checked = groups.map((group, index) => ({
    group,
    templates: mapTemplates(budgeted, ({ source, output, budget }) =>
      check(source, { output, timeZone, variables: group.variables }, common, {
        budget,
        left: groups.length - index - 1,
      }),
    ),
  }));
  const events = groups.flatMap(({ names }) => names);
  const found = checked.flatMap(({ group, templates }) => [
    ...templateProblems(draft, templates, group),
    { names: group.names, diagnostics: escapingProblems(draft, templates, group) },
  ]);
  return { groups: checked, diagnostics: mergeDiagnostics(events, found) };
}

/** A URL that is not there yet has been reported as such. */
function templateProblems(
  { url = '' }: Draft,
  templates: WebhookTemplates<CheckedTemplate>,
  group: EventGroup,
): readonly FoundFor<WebhookDiagnostic>[] {
  return listTemplates(templates).flatMap(([field, { program, diagnostics }]) => {
    if (field === 'url' && url.trim() === '') return [];
    return findLacking(program, diagnostics, group).map(({ names, diagnostics: found }) => ({
      names,
      diagnostics: inField(field, found),
    }));
  });
}

/** Where values are written as they are, or escaped for less than what they stand in. */
function escapingProblems(
  draft: Draft,
  templates: WebhookTemplates<CheckedTemplate>,
  group: EventGroup,
): readonly WebhookDiagnostic[] {
  const { contentType, output } = draft;
  const { payload } = templates;
  const type = contentType ?? defaultContentType;
  const isText =
    output === undefined &&
    outputForContentType(type) === 'text' &&
    validateContentType('contentType', type).length === 0;
  return [
    ...(payload && isText
      ? findUncheckedPayload(contentType, payload.program).map(each =>
          withSoundFormats(each, draft, [{ payload, variables: group.variables }]),
        )
      : []),
    ...listTemplates(templates).flatMap(([field, checked]) =>
      hasErrors(checked.diagnostics) ? [] : inField(field, findNestedSyntax(checked)),
    ),
  ];
}
