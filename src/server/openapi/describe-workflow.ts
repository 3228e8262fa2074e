import { isJsonObject } from '../../http/json-value.ts';
import type { Documented } from '../../workflow/http/openapi-paths.ts';
import { ofNode, problem } from './describe-answers.ts';

/** What the server itself may answer before the workflow API is asked, and what it knows better. */
const more: Documented = {
  403: problem(
    '403',
    'The role does not allow this, a page of another site asks for it, or the API of the flow is off.',
  ),
  421: problem('421', 'The server is not called so.'),
  429: problem('429', 'Too many wrong passwords came from this address.'),
  503: problem(
    '503',
    'There is no room for another run, the database does not answer, or the server is about to stop.',
  ),
};

const beneath = Object.fromEntries(
  Object.entries(ofNode).map(([status, text]) => [status, problem(status, text)]),
);

/** The paths of the workflow API as the server has them, under `/api/v2`. */
export function describeWorkflow({ paths }: Documented): Documented {
  if (!isObject(paths)) return {};
  return Object.fromEntries(
    Object.entries(paths).map(([path, item]) => [`/api/v2${path}`, isObject(item) ? described(item) : item]),
  );
}

function described(item: Documented): Documented {
  return Object.fromEntries(
    Object.entries(item).map(([key, operation]) => {
      const { responses } = isObject(operation) ? operation : {};
      return isObject(operation) && isObject(responses)
        ? [key, { ...operation, responses: { ...beneath, ...responses, ...more } }]
        : [key, operation];
    }),
  );
}

function isObject(value: unknown): value is Documented {
  return isJsonObject(value);
}
