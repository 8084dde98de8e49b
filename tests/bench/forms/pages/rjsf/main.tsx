import Form from '@rjsf/mui';
import validator from '@rjsf/validator-ajv8';
import { createRoot } from 'react-dom/client';
import { sizeFromAddress } from '../size.ts';
import { rjsfData, rjsfSchema } from './schema.ts';

const size = sizeFromAddress();
const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <main>
      <h1>Order</h1>
      <Form schema={rjsfSchema(size)} initialFormData={rjsfData(size)} validator={validator} liveValidate="onChange" />
    </main>,
  );
}
