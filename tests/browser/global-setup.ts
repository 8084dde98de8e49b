import { newDataDir, removeDataDir, startProduct } from '#tests/product/product.ts';

/**
 * Playwright's global setup: starts one built product with the demo agency for the whole run, and stops and removes it
 * afterwards.
 */
export default async function start(): Promise<() => Promise<void>> {
  const dataDir = await newDataDir();
  const product = await startProduct({ dataDir, environment: { DEMO: 'on', LINK_LIMIT_ADDRESS: '1000' } });
  process.env.PRODUCT_URL = product.url;
  process.env.PRODUCT_DATA_DIR = dataDir;
  return async () => {
    await product.stop();
    await removeDataDir(dataDir);
  };
}
