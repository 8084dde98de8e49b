import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

// Given to a product by NODE_OPTIONS=--import: days of its memory's life in a few seconds.
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');
setInterval(collect, 500).unref();
