# The service: its own code and production dependencies on the Node that package.json names. Nothing
# that builds or tests it is in the image, and nothing in it runs as root or is written to but /data.
FROM node:24.21.0-bookworm-slim AS base
WORKDIR /app
COPY package.json package-lock.json .npmrc ./

# The reference docs are built with tools of development.
FROM base AS docs
RUN npm ci --ignore-scripts
COPY redocly.yaml ./
COPY openapi openapi
COPY codegen codegen
COPY generated generated
COPY styles styles
COPY contract-tests/workflows contract-tests/workflows
RUN node codegen/docs/main.ts

FROM base AS dependencies
RUN npm ci --omit=dev --ignore-scripts

FROM base
ENV NODE_ENV=production HOST=0.0.0.0 DATABASE_URL=file:/data/merch.db
RUN install -d -o 1000 -g 1000 /data && ln -s /app/server/cli/main.ts /usr/local/bin/merch
COPY --from=dependencies /app/node_modules node_modules
COPY LICENSE ./
COPY generated generated
COPY client client
COPY styles styles
COPY server server
COPY --from=docs /app/dist dist
USER 1000:1000
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s CMD ["node", "server/cli/main.ts", "ready"]
CMD ["node", "--max-semi-space-size=8", "--heap-growing-percent=80", "server/main.ts"]
