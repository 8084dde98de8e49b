# syntax=docker/dockerfile:1
# The product without a database; set MONGODB_URI (compose.yaml shows a complete installation). It writes nothing to the image,
# so the root file system can be read-only. Images in OCI format have no HEALTHCHECK: build with `podman build --format docker`, or
# copy it into the service's definition, as compose.yaml does.

FROM node:24-bookworm-slim AS build
WORKDIR /portal
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run generate && npm run build && npm prune --omit=dev

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /portal
# Files are owned by root and run by another user, so the process cannot modify its own code.
COPY --from=build /portal ./
# For a volume with scheduled backups (BACKUP_DIR=/backups), which takes over the owner of this folder.
RUN install --directory --owner=1000 --group=1000 /backups
# The user node by number, so that a cluster can verify that it is not root.
USER 1000:1000
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Like `npm start`, but without npm in between, so that the process receives signals directly.
CMD ["node", "--max-semi-space-size=8", "--initial-old-space-size=64", "--heap-growing-percent=100", "api/start.mjs"]
