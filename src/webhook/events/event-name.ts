import { expected, oneOf } from '../../options/define-options.ts';
import { readOwn } from '../../template/read-own-property.ts';
import { renderErrorAt } from '../../template/render/render-error.ts';

/** Reads the name of an event, once, from an own data property; getters and inherited properties do not count. */
export function eventNameReader(...names: readonly string[]): (event: unknown) => string {
  const check = oneOf(...names);
  return event => {
    if (typeof event !== 'object' || event === null)
      throw expected('event', 'an event made by `create` of its catalogue');
    try {
      return check(readOwn(event, 'event'), 'event.event');
    } catch (error) {
      throw renderErrorAt(error, { variable: 'event', range: { start: 0, end: 0 } });
    }
  };
}
