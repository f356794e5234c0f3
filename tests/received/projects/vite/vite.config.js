export default {
  server: {
    proxy: {
      '/api': { target: process.env.MERCH_URL, rewrite: (path) => path.replace(/^\/api/, '') },
    },
  },
}
