/** The methods for requests (RFC 9110, RFC 5789). */
export const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** An HTTP request, ready to be sent: the only type that templates and delivery share. */
export interface WebhookRequest {
  readonly method: (typeof methods)[number];
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: string | undefined;
}
