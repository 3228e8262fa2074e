/** What a request may be sent with (RFC 9110, RFC 5789). */
export const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** An HTTP request, ready to be sent: all that the template side and the wire side share. */
export interface WebhookRequest {
  readonly method: (typeof methods)[number];
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: string;
}
