import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

// Loaded into a product by NODE_OPTIONS=--import: forces major garbage collections, days' worth in a few seconds.
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');
setInterval(collect, 500).unref();
