import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The back-office as its own app, served under /admin/. The portal never asks for any of it (performance 2). */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/admin/',
  plugins: [react()],
  resolve: { dedupe: ['react', 'react-dom', 'react-hook-form', '@tanstack/react-query', 'react-router-dom'] },
  build: { outDir: '../dist/admin', emptyOutDir: true, target: 'es2022' },
});
