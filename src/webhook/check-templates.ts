import { listMostOf } from '../diagnostics/list-most.ts';
import { outputForContentType } from '../output/content-types.ts';
import { type CheckedTemplate, checkTemplate, reachOf } from '../template/check.ts';
import { commonBudget, nextGroup } from '../template/check-budget.ts';
import type { ReachedPlaces } from '../template/proof/reached-places.ts';
import { validateContentType } from './config/check-settings.ts';
import type { GivenConfig } from './config/given-config.ts';
import { defaultContentType } from './config/request-body.ts';
import { inField, type WebhookDiagnostic } from './diagnostic.ts';
import { findUncheckedPayload } from './escaping/payload-format.ts';
import { withSoundFormats } from './escaping/sound-formats.ts';
import type { AnyCatalogue } from './events/event-catalogue.ts';
import { type EventGroup, groupEvents } from './events/event-groups.ts';
import { type FoundFor, mergeDiagnostics } from './merge-diagnostics.ts';
import {
  listTemplates,
  mapTemplates,
  type TemplateSource,
  type WebhookTemplates,
  zoneOf,
} from './webhook-templates.ts';

/** Events with the templates as checked for them. */
export interface CheckedGroup {
  readonly group: EventGroup;
  readonly templates: WebhookTemplates<CheckedTemplate>;
}

export interface CheckedTemplates {
  readonly groups: readonly CheckedGroup[];
  readonly diagnostics: readonly WebhookDiagnostic[];
}

/** Checks each template once per group of events; each group has a budget of its own. */
export function checkGroups(
  given: Parameters<typeof zoneOf>[0],
  sources: WebhookTemplates<TemplateSource>,
  groups: readonly EventGroup[],
): readonly CheckedGroup[] {
  const common = commonBudget();
  const timeZone = zoneOf(given);
  return groups.map(group => {
    const budgets = nextGroup(common);
    const { variables } = group;
    const templates = mapTemplates(sources, ({ source, output, schema }) =>
      checkTemplate(source, { output, timeZone, variables, schema }, group, budgets),
    );
    return { group, templates };
  });
}

/** The checked templates of each group, with all their diagnostics. */
export function checkTemplates(
  given: GivenConfig,
  sources: WebhookTemplates<TemplateSource>,
  groups: readonly EventGroup[],
): CheckedTemplates {
  const checked = checkGroups(given, sources, groups);
  const events = groups.flatMap(({ names }) => names);
  const found = checked.flatMap(({ group, templates }) => [
    ...findTemplateMistakes(given, templates, group),
    { names: group.names, diagnostics: findFormatMistakes(given, templates, group) },
  ]);
  return { groups: checked, diagnostics: mergeDiagnostics(events, found) };
}

/** All diagnostics of one template for these events. */
export function checkForEvents(
  source: TemplateSource,
  catalogue: AnyCatalogue,
  names: readonly string[],
): readonly WebhookDiagnostic[] {
  return checkEach(source, catalogue, names).diagnostics;
}

/** The same, with the template as checked for each group of them. */
export function checkEach(
  { source, output, schema }: TemplateSource,
  catalogue: AnyCatalogue,
  names: readonly string[],
  settings: Parameters<typeof zoneOf>[0] = {},
): { readonly checked: readonly CheckedTemplate[]; readonly diagnostics: readonly WebhookDiagnostic[] } {
  const common = commonBudget();
  const timeZone = zoneOf(settings);
  const checked = groupEvents(catalogue, names, [source]).map(group => {
    const options = { output, timeZone, schema, variables: group.variables };
    return { group, template: checkTemplate(source, options, group, nextGroup(common)) };
  });
  const found = checked.map(({ group, template }) => foundIn('', template, group));
  return {
    checked: checked.map(({ template }) => template),
    diagnostics: listMostOf(mergeDiagnostics(names, found), rest => ({ ...rest, field: '' })),
  };
}

/** A missing URL is reported elsewhere. */
function findTemplateMistakes(
  { url = '' }: GivenConfig,
  templates: WebhookTemplates<CheckedTemplate>,
  group: EventGroup,
): readonly FoundFor[] {
  return listTemplates(templates).flatMap(([field, checked]) =>
    field === 'url' && url.trim() === '' ? [] : foundIn(field, checked, group),
  );
}

function foundIn(field: string, checked: CheckedTemplate, { names }: EventGroup): FoundFor {
  let reach: ReachedPlaces | undefined;
  return {
    names,
    diagnostics: inField(field, checked.diagnostics),
    comingTo: each => {
      if (each.field !== field) return undefined;
      reach ??= reachOf(checked);
      return reach.eventsAt(each.range);
    },
  };
}

/** Reports a payload that is sent as plain text although it looks like something else. */
function findFormatMistakes(
  given: GivenConfig,
  { payload }: WebhookTemplates<CheckedTemplate>,
  { variables }: EventGroup,
): readonly WebhookDiagnostic[] {
  const { contentType, output } = given;
  const type = contentType ?? defaultContentType;
  const isText =
    output === undefined &&
    outputForContentType(type) === 'text' &&
    validateContentType('contentType', type).length === 0;
  if (!payload || !isText) return [];
  return findUncheckedPayload(contentType, payload.program).map(each =>
    withSoundFormats(each, given, [{ payload, variables }]),
  );
}
