import mongoose from 'mongoose';
import { buildApp } from '#api/app.ts';
import { loadConfig } from '#api/config/config.ts';
import { administratorLink, fillEmptyDatabase } from '#api/first-start.ts';
import { createIndexes } from '#api/resource/model.ts';

const config = loadConfig({ ...process.env, DATA_DIR: '/tmp/scratch-data', LOG_LEVEL: 'warn', DEMO: 'off' });
await mongoose.connect(process.env.URI ?? '');
await createIndexes();
await fillEmptyDatabase({ config });
const app = await buildApp({ config, readiness: { database: true, data: true } });
await app.listen({ port: config.port });
console.log(await administratorLink(config));
