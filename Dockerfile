# The service: its own code and production dependencies on the Node that package.json names. Nothing
# that builds or tests it is in the image, and nothing in it runs as root or is written to but /data.
# Built once for all architectures: no package has compiled code.
FROM --platform=$BUILDPLATFORM node:24.21.0-bookworm-slim@sha256:2fe369e969550cde8e867afc3fe370b260140cab4a23d467074295b42163d553 AS base
WORKDIR /app
COPY package.json package-lock.json .npmrc ./

# The reference docs are built with tools of development.
FROM base AS docs
RUN npm ci --ignore-scripts
COPY tsconfig.json ./
COPY openapi openapi
COPY packages packages
COPY docs/site docs/site
COPY generated generated
COPY server/sites/styles server/sites/styles
COPY contract-tests/workflows contract-tests/workflows
RUN node docs/site/main.ts

# The mock, from its package: `docker build --target mock .`
FROM docs AS package
COPY tsconfig.json LICENSE ./
COPY server server
COPY mock mock
RUN node mock/build.ts

FROM node:24.21.0-bookworm-slim@sha256:2fe369e969550cde8e867afc3fe370b260140cab4a23d467074295b42163d553 AS mock
WORKDIR /app
ENV HOST=0.0.0.0
COPY --from=package /app/mock/package.json mock/
COPY --from=package /app/mock/dist mock/dist
USER 1000:1000
EXPOSE 4010
ENTRYPOINT ["node", "mock/dist/bin.cjs"]

FROM base AS dependencies
RUN npm ci --omit=dev --ignore-scripts

FROM node:24.21.0-bookworm-slim@sha256:2fe369e969550cde8e867afc3fe370b260140cab4a23d467074295b42163d553
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0
# Group 0 may write too: some platforms run a container as any user of that group.
# /app/data is where the default of DATABASE_URL and the outbox are.
RUN install -d -o 1000 -g 0 -m 770 /data && ln -s /data /app/data && ln -s /app/server/cli/main.ts /usr/local/bin/merch
COPY --from=dependencies /app/node_modules node_modules
COPY package.json LICENSE ./
COPY generated generated
COPY server server
COPY --from=docs /app/dist dist
USER 1000:1000
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s CMD ["node", "server/cli/main.ts", "ready"]
CMD ["node", "--max-semi-space-size=8", "--heap-growing-percent=80", "server/main.ts"]
