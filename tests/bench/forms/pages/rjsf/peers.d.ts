/** The types of rjsf that its page uses: rjsf is not installed where types are checked. */
declare module '@rjsf/mui' {
  export default function Form(props: {
    schema: object;
    initialFormData: object;
    validator: object;
    liveValidate: 'onChange' | 'onBlur';
  }): import('react').ReactNode;
}

declare module '@rjsf/validator-ajv8' {
  const validator: object;
  export default validator;
}
