import type { InferInput } from 'valibot';
import { expectTypeOf, it } from 'vitest';
import type { tokenSchema } from '../../src/server/access/token-routes.ts';
import type { endpointSchema } from '../../src/server/deliveries/delivery-routes.ts';
import type { deliveryDetails, deliverySchema } from '../../src/server/deliveries/delivery-schemas.ts';
import type { flowSchema } from '../../src/server/flows/flow-routes.ts';
import type { apiSchema } from '../../src/server/flows/flow-view.ts';
import type { detailsSchema, processSchema } from '../../src/server/processes/process-routes.ts';
import type { webhookSchema } from '../../src/server/webhooks/webhook-schemas.ts';
import type * as answers from '../../src/studio/api/answers.ts';

it('what the pages take for an answer is what the server declares', () => {
  expectTypeOf<InferInput<typeof deliverySchema>>().toExtend<answers.Delivery>();
  expectTypeOf<InferInput<typeof deliveryDetails>>().toExtend<answers.DeliveryDetails>();
  expectTypeOf<InferInput<typeof endpointSchema>>().toExtend<answers.Endpoint>();
  expectTypeOf<InferInput<typeof flowSchema>>().toExtend<answers.Flow>();
  expectTypeOf<InferInput<typeof apiSchema>>().toExtend<answers.FlowApi>();
  expectTypeOf<InferInput<typeof processSchema>>().toExtend<answers.Process>();
  expectTypeOf<InferInput<typeof detailsSchema>>().toExtend<answers.ProcessDetails>();
  expectTypeOf<InferInput<typeof tokenSchema>>().toExtend<answers.Token>();
  expectTypeOf<InferInput<typeof webhookSchema>>().toExtend<answers.Webhook>();
});
