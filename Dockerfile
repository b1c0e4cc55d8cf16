# The service alone: Node comes with the image and PostgreSQL is named by DATABASE_URL, so the bundled ones stay out.
# The sources of the service run as they are; only the pages that it serves are built, in a stage of their own.
FROM node:26-slim AS packages
WORKDIR /service
COPY package.json package-lock.json .npmrc ./
RUN npm install --omit=dev --omit=optional --ignore-scripts --no-audit --no-fund && npm cache clean --force

FROM node:26-slim AS pages
WORKDIR /service
COPY package.json package-lock.json .npmrc ./
# With the optional packages, among which the bundler has its binary for this platform.
RUN npm install --ignore-scripts --no-audit --no-fund && npm cache clean --force
COPY tsconfig.json tsconfig.web.json ./
COPY src ./src
COPY packages ./packages
RUN npm run -s build:web

FROM node:26-slim
ENV NODE_ENV=production PORT=8080 DATA_DIR=/data
WORKDIR /service
RUN mkdir /data && chown node:node /data
COPY --from=packages /service/node_modules ./node_modules
COPY package.json ./
COPY src ./src
COPY --from=pages /service/packages ./packages
USER node
VOLUME /data
EXPOSE 8080
# Whether the process is alive, not whether its database is: Swarm replaces what is not healthy. Nothing is counted in the
# first minutes, so that a start which brings a large database up to date is let finish.
HEALTHCHECK --interval=10s --timeout=3s --start-period=5m \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/live`).then(({ok})=>process.exit(ok?0:1),()=>process.exit(1))"]
# Node itself is the first process, so that a SIGTERM reaches it and all that was taken in is answered.
CMD ["node", "src/main.ts"]
