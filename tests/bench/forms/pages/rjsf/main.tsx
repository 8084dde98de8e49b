import Form from '@rjsf/mui';
import validator from '@rjsf/validator-ajv8';
import { createRoot } from 'react-dom/client';
import { sizeFromAddress } from '../size.ts';
import { dataOf, schemaOf } from './schema.ts';

const size = sizeFromAddress();
const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <main>
      <h1>Order</h1>
      <Form schema={schemaOf(size)} initialFormData={dataOf(size)} validator={validator} liveValidate="onChange" />
    </main>,
  );
}
