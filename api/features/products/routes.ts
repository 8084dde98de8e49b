import type { FastifyInstance } from 'fastify';
import { registerEmbedded } from '../../engine/resource/routes/nested.ts';
import { accessRules } from './access-rules.ts';
import { productCheckRoute } from './check.ts';
import { products } from './products.ts';
import { productValidatorRoute } from './validator-route.ts';

/** Registers the product routes besides the generated ones (design 3). */
export async function productRoutes(app: FastifyInstance): Promise<void> {
  await productCheckRoute(app);
  await productValidatorRoute(app);
  registerEmbedded(app, {
    name: 'AccessRule',
    declaration: accessRules,
    above: { name: 'Product', declaration: products },
  });
}
