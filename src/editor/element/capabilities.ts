import { checkThat, defineOptions, listOf, oneOf, optional } from '../../http/define-options.ts';
import { methods } from '../../webhook/webhook-request.ts';

/** What a page lets people do in the editor. */
export interface EditorCapabilities {
  /** Whether they may change anything. Default: `true`. */
  readonly edit: boolean;
  /** Whether there is a button *Save*: it, and `Mod-S`, raise `save-request`. Default: `false`. */
  readonly save: boolean;
  /** Whether there is a button *Test Connection*: it raises `test-request`. Default: `false`. */
  readonly test: boolean;
  /** Whether headers can be marked as secret, since the page never shows their values again. Default: `false`. */
  readonly secretHeaders: boolean;
  /** Whether there is a field for the secret that signs what is sent. Default: `false`. */
  readonly signing: boolean;
  /** The methods that are offered. Default: all. */
  readonly methods: readonly string[];
}

const aBoolean = checkThat('`true` or `false`', (value): value is boolean => typeof value === 'boolean');

/** @throws {TypeError} for one that is unknown or invalid. */
export const readCapabilities = defineOptions<EditorCapabilities>({
  edit: optional(aBoolean, true),
  save: optional(aBoolean, false),
  test: optional(aBoolean, false),
  secretHeaders: optional(aBoolean, false),
  signing: optional(aBoolean, false),
  methods: optional(listOf(oneOf(...methods)), methods),
});
