package main

import "github.com/go-chi/chi/v5"

func routes() {
	r := chi.NewRouter()
	r.Route("/chi", func(r chi.Router) {
		r.Get("/a", chiA)
		r.Route("/{id}", func(r chi.Router) {
			r.Put("/b", chiB)
		})
	})
	r.Mount("/admin", adminRouter())
}

func adminRouter() chi.Router {
	a := chi.NewRouter()
	a.Delete("/all", chiAll)
	return a
}
func chiA(w http.ResponseWriter, r *http.Request) {}
func chiB(w http.ResponseWriter, r *http.Request) {}
func chiAll(w http.ResponseWriter, r *http.Request) {}
