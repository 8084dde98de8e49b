import '../../../../../portal/look/base.css';
import { createRoot } from 'react-dom/client';
import { AppWrapper } from '../../../../../portal/forms/AppWrapper.tsx';
import { FormView } from '../../../../../portal/forms/FormView.tsx';
import { createFormStore } from '../../../../../portal/forms/store/createFormStore.ts';
import { readForm } from '../../../../../schemas/forms/read-form.ts';
import { sizeFromAddress } from '../size.ts';
import { benchFormSchema, valuesOf } from './schema.ts';

const size = sizeFromAddress();
let rows = 0;
const store = createFormStore({
  form: readForm(benchFormSchema(size)),
  values: valuesOf(size),
  context: {
    now: new Date(),
    zone: 'utc',
    client: null,
    user: null,
    channel: null,
    order: null,
    idOf: () => {
      rows += 1;
      return `new${rows}`;
    },
  },
});
const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <main>
      <h1>Order</h1>
      <AppWrapper showToast={() => undefined}>
        <FormView store={store} />
      </AppWrapper>
    </main>,
  );
}
